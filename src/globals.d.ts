// Set by the build, and by the test runner's configuration.
declare const BOTFORM_VERSION: string;
/** Of the command's file: tells this build from every other. */
declare const BOTFORM_BUILD: string;
