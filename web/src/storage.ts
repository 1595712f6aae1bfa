// What this browser remembers, where it lets us: a blocked or full storage is no error, the page
// then forgets when it is left.
const PREFIX = "perusal.";
const held = new Map<string, string>();

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key) ?? held.get(key) ?? null;
  } catch {
    return held.get(key) ?? null;
  }
}

export function remember(key: string, value: string | null): void {
  if (value === null) held.delete(key);
  else held.set(key, value);
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // Blocked or full; `held` has it until the page is left.
  }
}
