// What dist/bundles/offline.js is made of; build.mjs leaves out what its commands never load.
export { runProgram } from "../cli/program.js";
