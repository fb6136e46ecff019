let timeZone = 'America/New_York';

/** Sets the bank's time zone. The API sends it with the signed-in user, before any screen shows a time (UI-29). */
export function setBankTimeZone(name: string): void {
  timeZone = name;
}

export function bankTimeZone(): string {
  return timeZone;
}
