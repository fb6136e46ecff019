/** Copies text, even without the browser's permission or over plain HTTP. Returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const fill = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', fill);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it where the clipboard is not available
  const isAllowed = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  return isAllowed && isCopied;
}
