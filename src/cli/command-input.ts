// What a command is given, in types: worked out from the arguments and options that it declares.
import type { Argument, InferArgument, InferOptions, Option } from "@commander-js/extra-typings";

export type AnyOption = Option<string, unknown, unknown, unknown, boolean, unknown>;
export type AnyArgument = Argument<string, unknown, unknown, boolean | undefined, unknown>;

type OptionValue<O> =
  O extends Option<infer Usage, infer Preset, infer Default, infer Read, infer Must, infer Choices>
    ? InferOptions<Record<never, never>, Usage, Default, Read, Must, Preset, Choices>
    : never;

type NameOf<Usage extends string> = Usage extends `${"<" | "["}${infer Name}${"...>" | "...]"}`
  ? Name
  : Usage extends `${"<" | "["}${infer Name}${">" | "]"}`
    ? Name
    : Usage;

type ArgumentValue<A> =
  A extends Argument<infer Usage, infer Default, infer Read, infer Must, infer Choices>
    ? undefined extends InferArgument<Usage, Default, Read, Must, Choices>
      ? { readonly [Name in NameOf<Usage>]?: Exclude<InferArgument<Usage, Default, Read, Must, Choices>, undefined> }
      : { readonly [Name in NameOf<Usage>]: InferArgument<Usage, Default, Read, Must, Choices> }
    : never;

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? { [Key in keyof All]: All[Key] }
  : never;

/** What a command is given: its arguments by their names, and its options. */
export type CommandInput<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[]> = Together<
  ArgumentValue<Arguments[number]> | OptionValue<Options[number]> | Record<never, never>
>;
