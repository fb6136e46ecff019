import { useState, type DragEvent } from 'react';

/** Accepts the first dropped file. Optional: the file input works without a pointer. */
export function useDropTarget(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    // Unless both handlers prevent the default, the browser opens the file instead of the page.
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
