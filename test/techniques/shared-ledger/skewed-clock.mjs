// Loaded before botform: its machine's clock is off by so many seconds, from the start, or from SIGUSR2 on.
const [fromStart, later] = (process.env.BOTFORM_TEST_CLOCK_OFF ?? "0 0").split(" ").map((text) => Number(text) * 1000);
const RealDate = Date;
let off = fromStart;
process.on("SIGUSR2", () => {
  off = later;
});
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + off);
    else super(...args);
  }
  static now() {
    return RealDate.now() + off;
  }
};
