import { useCallback } from 'react';
import { cn } from '@/lib/cn';

type DocumentPictureProps = {
  blob: Blob;
  name: string;
  /** Scrolls at its actual size instead of fitting. */
  isActualSize?: boolean;
  /** Sets the maximum height. */
  className: string;
};

/** The picture of a document. */
export function DocumentPicture({ blob, name, isActualSize = false, className }: DocumentPictureProps) {
  // Revokes the object URL when the image unmounts.
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(blob);
      return () => URL.revokeObjectURL(image.src);
    },
    [blob],
  );
  return (
    <div
      // At its actual size the image scrolls, so the container must be focusable.
      tabIndex={isActualSize ? 0 : undefined}
      role={isActualSize ? 'group' : undefined}
      aria-label={isActualSize ? `${name}, scrollable` : undefined}
      className={cn('overflow-auto bg-sunken', className)}
    >
      <img
        ref={show}
        // More than the name, which stands above the picture as well.
        alt={`Uploaded picture: ${name}`}
        className={cn(
          isActualSize ? 'max-w-none' : 'mx-auto w-full object-contain',
          !isActualSize && className,
        )}
      />
    </div>
  );
}
