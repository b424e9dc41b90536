/** Parses an address; null when it is invalid. (`URL.canParse` and `URL.parse` came to Safari with 17 and 18.) */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
