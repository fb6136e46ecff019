// Preloaded into a program under test: SIGUSR2 sets its clock forward by a minute, the next one sets it right again.
const SHIFT_MS = 60_000;
const RealDate = Date;
let shiftMs = 0;

process.on('SIGUSR2', () => {
  shiftMs = shiftMs === 0 ? SHIFT_MS : 0;
});

globalThis.Date = class extends RealDate {
  /** @param {any[]} values */
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + shiftMs);
    // @ts-expect-error -- the constructor is overloaded
    else super(...values);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
