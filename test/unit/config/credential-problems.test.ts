import { expect, it } from "vitest";
import { helperProblem, secretFileProblem } from "../../../src/config/credential-problems.js";

const FAULT = { fault: "the file k, which BOTFORM_K_FILE names, is empty", remedy: "Fill it." };
const ORIGIN = { file: "a.yaml", path: ["accounts", "main", "apiKey"] };

it("a file that can't be used is an error at the setting that needs it", () => {
  expect(secretFileProblem("main", FAULT, ORIGIN)).toEqual({
    ...{ severity: "error", code: "config/secret-file", origin: ORIGIN },
    ...{ summary: "account main: the file k, which BOTFORM_K_FILE names, is empty", remedy: "Fill it." },
  });
});

it("so is a helper", () => {
  const fault = "the credential helper /opt/keys ended with code 1";
  expect(helperProblem("main", { fault, remedy: "Try it." }, ORIGIN)).toEqual({
    ...{ severity: "error", code: "config/credential-helper", origin: ORIGIN },
    ...{ summary: `account main: ${fault}`, remedy: "Try it." },
  });
});
