// What dist/bundles/plan.js is made of; build.mjs leaves out what its commands never load.
import { runProgram as run } from "../cli/program.js";

export const runProgram = run;
