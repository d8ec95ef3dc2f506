// What dist/bundles/fault.js is made of: how a fault of our own is reported.
export { reportFault } from "../cli/failure.js";
