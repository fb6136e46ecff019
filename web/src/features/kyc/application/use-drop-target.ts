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

/**
 * Keeps the browser from opening a file that is dropped outside every drop target, because the form would be lost
 * (FILE-38).
 */
export function useFilesKeptOut(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      // Changes nothing if a drop target has accepted the file. Also lets the browser handle text, which the user can
      // drop into a field.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    for (const type of FILE_EVENTS) window.addEventListener(type, ignore);
    return () => FILE_EVENTS.forEach((type) => window.removeEventListener(type, ignore));
  }, []);
}
