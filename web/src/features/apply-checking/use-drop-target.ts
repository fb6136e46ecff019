import { useState, type DragEvent } from 'react';

/** Takes the first file that is dropped; an extra for whoever has a pointer. */
export function useDropTarget(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    // Without both of these the browser would open the file in place of the page.
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
