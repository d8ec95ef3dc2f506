// What dist/bundles/fault.js is made of: how a fault of our own is reported.
import { reportFault as report } from "../cli/terminal/failure.js";

export const reportFault = report;
