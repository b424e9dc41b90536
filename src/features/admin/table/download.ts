/** Downloads a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by the next task, so the address can be revoked then.
  setTimeout(() => URL.revokeObjectURL(address));
}
