/** The time zone that the browser tells, whatever that is: it may be unknown even to the browser. Null when it fails. */
export function browserZone(): unknown {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
