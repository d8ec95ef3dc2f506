// Every bot in full as a person reads it: each value, where it was stated, and by which layer.
import { FIELD_NAMES, type FieldValue } from "../../model/bot/field.js";
import { reasonText } from "../../model/bot/hold.js";
import type {
  AccountProvenance,
  BotProvenance,
  FieldProvenance,
  FilePlace,
  LayerName,
  Stated,
  WebhookProvenance,
} from "../../model/bot/provenance.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { placeText, quoted, showValue } from "./value.js";

const LAYERS: Readonly<Record<LayerName["kind"], (name: string) => string>> = {
  defaults: () => "defaults",
  template: (name) => `template ${name}`,
  bot: (name) => `bot ${name}`,
  exception: (name) => `exception ${name}`,
  variant: (name) => `variant ${name}`,
  overrides: (name) => `overrides of account ${name}`,
  account: (name) => `the only access of account ${name}`,
};

interface Row {
  readonly name: string;
  readonly value: string;
  readonly paint: (text: string) => string;
  readonly origin: FilePlace;
  readonly remarks: readonly string[];
}

/** The accounts one after the other, ending in a line feed. */
export function provenanceText(accounts: readonly AccountProvenance[], colour: Paint): string {
  const blocks = accounts.flatMap((account) => [
    accountText(account, colour),
    ...account.bots.map((bot) => botText(bot, colour)),
  ]);
  return `${blocks.join("\n\n")}\n`;
}

function accountText(account: AccountProvenance, colour: Paint): string {
  const { volumeScale, volumeStep, volumeMin, titlePrefix, protectedTitles, holds = [] } = account;
  const accesses = account.accesses.map(({ alias, live }) =>
    typeof live === "number" ? `${clean(alias)} (${live})` : `${clean(alias)} (${quoted(live)})`,
  );
  const volumes = Object.entries({ volumeScale, volumeStep, volumeMin }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  const lines = [
    `  exchange ${clean(account.exchange)} · undeclared ${account.undeclared} · accesses ${accesses.join(", ")}`,
    ...(titlePrefix === "" ? [] : [`  titlePrefix ${quoted(titlePrefix)}`]),
    ...(volumes.length === 0 ? [] : [`  ${volumes.join(" · ")}`]),
    ...(protectedTitles.length === 0 ? [] : [`  protectedTitles ${protectedTitles.map(quoted).join(", ")}`]),
    ...holds.map((hold) => `  held ${clean(hold.bots.join(", "))}: ${clean(reasonText(hold))}`),
  ];
  const head = `${colour.bold(`account ${clean(account.account)}`)}  ${counted(account.bots.length, "bot")}  ${colour.faint(placeText(account.origin))}`;
  return [head, ...lines].join("\n");
}

function botText(bot: BotProvenance, colour: Paint): string {
  const head = `${colour.bold(clean(bot.address))}  ${quoted(bot.title)}  ${colour.faint(placeText(bot.origin))}`;
  const rows = rowsOf(bot, colour);
  const [names, values, places] = [
    width(rows.map(({ name }) => name)),
    width(rows.map(({ value }) => value)),
    width(rows.map(({ origin }) => placeText(origin))),
  ];
  const lines = rows.map(({ name, value, paint, origin, remarks }) => {
    const place = placeText(origin).padEnd(places);
    return `    ${name.padEnd(names)}  ${paint(value)}${" ".repeat(values - value.length)}  ${colour.faint(place)}  ${remarks.join(" · ")}`;
  });
  return [head, ...lines].join("\n");
}

/** The access and the switch first, then the fields, then what else is said of the bot. */
function rowsOf(bot: BotProvenance, colour: Paint): Row[] {
  const plain = (text: string) => text;
  const setting = (name: string): Row[] => {
    const stated = bot.settings[name];
    if (stated === undefined) return letGo(name);
    const isSwitch = name === "enabled";
    const paint = !isSwitch ? plain : stated.value === true ? colour.good : colour.change;
    return [{ name, value: settingText(stated.value), paint, origin: stated.origin, remarks: remarksOf(stated) }];
  };
  const letGo = (name: string): Row[] => {
    const gone = bot.notManaged[name];
    if (gone === undefined) return [];
    const remarks = [`unmanaged in ${layerText(gone.layer)}`];
    return [{ name, value: "not managed", paint: colour.faint, origin: gone.origin, remarks }];
  };
  const field = (name: string): Row[] => {
    const stated = bot.fields[name];
    if (stated === undefined) return letGo(name);
    const remarks =
      stated.undeclared === true ? undeclaredRemarks(stated) : [...remarksOf(stated), ...fieldRemarks(stated)];
    const value: FieldValue = stated.value;
    return [
      { name, value: showValue(value), paint: value === null ? colour.change : plain, origin: stated.origin, remarks },
    ];
  };
  return [
    ...setting("access"),
    ...setting("enabled"),
    ...FIELD_NAMES.flatMap(field),
    ...["protect", "freezeActiveDeals", "undeclaredSettings", "ignore", "previousTitles", "twin", "botId"].flatMap(
      setting,
    ),
    ...(bot.webhooks ?? []).map((one) => webhookRow(bot, one)),
  ];
}

function webhookRow(bot: BotProvenance, { action, path, value, origin, fields }: WebhookProvenance): Row {
  const [field] = fields ?? [];
  const place = origin ?? (field === undefined ? undefined : bot.fields[field]?.origin) ?? bot.origin;
  const remark = origin !== undefined ? "set" : field === undefined ? "default" : `from ${field}`;
  return {
    name: `webhooks.${action}.${path}`,
    value: settingText(value),
    paint: (text) => text,
    origin: place,
    remarks: [remark],
  };
}

function remarksOf({ layer, written }: Stated<unknown>): string[] {
  return [layerText(layer), ...(written === undefined ? [] : [`from ${clean(written)}`])];
}

function undeclaredRemarks({ layer }: FieldProvenance): string[] {
  return [layer.kind === "account" ? `account ${clean(layer.name)}` : layerText(layer), "undeclaredSettings: off"];
}

function fieldRemarks({ scaled, onlyWhenCreated }: FieldProvenance): string[] {
  return [
    ...(scaled === undefined
      ? []
      : [
          `${scaled.volume} x ${scaled.scale} by volumeScale${scaled.step === undefined ? "" : `, down to a multiple of ${scaled.step}`}`,
        ]),
    ...(onlyWhenCreated === true ? ["set only when the bot is created"] : []),
  ];
}

function settingText(value: string | number | boolean | readonly string[]): string {
  if (typeof value === "object") return value.length === 0 ? "none" : value.map(clean).join(", ");
  return clean(String(value));
}

function layerText({ kind, name }: LayerName): string {
  return clean(LAYERS[kind](name));
}

function width(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
