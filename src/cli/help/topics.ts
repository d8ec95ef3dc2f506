// The topics of `botform help`, and what each is about in one line.

export const TOPICS = {
  plan: "what a plan shows, and how to read it",
  apply: "what an apply does, in which order, and how it ends",
  safety: "what botform promises, and what it can't",
  "exit-codes": "what each exit code means, and what to do",
  policies: "rules that every plan is checked against",
  money: "what the figures in money mean, and the assumptions behind them",
} as const;

export type TopicName = keyof typeof TOPICS;

export const TOPIC_NAMES: readonly string[] = Object.keys(TOPICS);

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(TOPICS, name);
}
