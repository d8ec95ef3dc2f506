// What dist/command.js is made of: every command, and how a fault of our own is reported.

export { runProgram } from "./cli/program.js";
export { reportFault } from "./cli/terminal/failure.js";
