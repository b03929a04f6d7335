const hearers = new Set<() => void>();

/** Tells when there is a line to the server again, by the live channel or by what the browser says. */
export function onLine(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

export function tellLine(): void {
  for (const hear of hearers) hear();
}
