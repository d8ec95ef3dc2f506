// The entry of dist/command.js: every command, and the report of a fault of our own.

export { runProgram } from "./cli/program.js";
export { reportFault } from "./cli/terminal/failure.js";
