// Flag, file, default: whose word holds for an account's requests, and how many bots an apply works on then.
import { expect, test } from "vitest";
import { budgeted } from "../../../src/app/endpoint.js";
import { botsAtOnce } from "../../../src/app/gate/apply.js";

const ENDPOINT = { apiUrl: "https://a.example", apiKey: "k", apiSecret: "s" };
const FILE = { requestsPerSecond: 5, concurrency: 2 };

const words: readonly { file?: object; flags: object; budget: object | undefined; because: string }[] = [
  { flags: { concurrency: 8 }, budget: undefined, because: "a command's default is no word" },
  { file: FILE, flags: {}, budget: FILE, because: "nobody says another word" },
  { file: FILE, flags: { concurrency: 8 }, budget: FILE, because: "so the file's holds" },
  {
    file: FILE,
    flags: { concurrency: 8, concurrencyStated: true },
    budget: { requestsPerSecond: 5, concurrency: 8 },
    because: "a flag wins",
  },
  {
    file: FILE,
    flags: { concurrency: 8, requestsPerSecond: 9 },
    budget: { requestsPerSecond: 9, concurrency: 2 },
    because: "each for itself",
  },
];

test.each(words)("$file and $flags — $because", ({ file, flags, budget }) => {
  expect(budgeted({ ...ENDPOINT, ...(file && { budget: file }) }, flags).budget).toEqual(budget);
});

const counts: readonly { budget: object | undefined; wanted?: number; bots: number; because: string }[] = [
  { budget: undefined, bots: 8, because: "the default" },
  { budget: undefined, wanted: 3, bots: 3, because: "what is asked for" },
  { budget: { concurrency: 2 }, wanted: 8, bots: 2, because: "the account's concurrency" },
  { budget: { requestsPerSecond: 20 }, bots: 8, because: "8 looks take less than a second" },
  { budget: { requestsPerSecond: 4 }, bots: 2, because: "what is seen may be two seconds old" },
  { budget: { requestsPerSecond: 0.5 }, bots: 1, because: "never none" },
];

test.each(counts)("$budget and $wanted: $bots bots at once — $because", ({ budget, wanted, bots }) => {
  expect(botsAtOnce(budget, wanted)).toBe(bots);
});
