// Set by the build, and by the test runner's configuration.
declare const BOTFORM_VERSION: string;
