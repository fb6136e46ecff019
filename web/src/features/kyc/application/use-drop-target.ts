import { useEffect, useState, type DragEvent } from 'react';

/** Accepts the first dropped file. Dropping is optional: the file input works without a pointer. */
export function useDropTarget(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    // Unless both handlers prevent the default, the browser leaves the page and opens the file.
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onDrop(file);
    },
    onDragLeave: () => setIsOver(false),
  };
  return { isOver, handlers };
}

const FILE_EVENTS = ['dragover', 'drop'] as const;

/** Ignores files that miss every drop target: the browser would open them, and the form would be lost (FILE-38). */
export function useFilesKeptOut(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      // Leaves alone what a drop target has accepted, and dropped text, which may be meant for a field.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    for (const type of FILE_EVENTS) window.addEventListener(type, ignore);
    return () => FILE_EVENTS.forEach((type) => window.removeEventListener(type, ignore));
  }, []);
}
