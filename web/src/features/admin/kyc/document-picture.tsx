import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn';
import { usePan } from './use-pan';

type DocumentPictureProps = {
  blob: Blob;
  name: string;
  /** At 1, the picture fits the stage. */
  zoom: number;
  quarterTurns: number;
};

/** Small pictures are enlarged at most this much to fit. */
const MAX_FIT_SCALE = 2;

type Size = { width: number; height: number };

/** The picture of a page, in a stage that scrolls when the picture is enlarged. */
export function DocumentPicture({ blob, name, zoom, quarterTurns }: DocumentPictureProps) {
  const [natural, setNatural] = useState<Size>();
  const [stage, setStage] = useState<Size>();
  const scroller = useRef<HTMLDivElement>(null);
  const pan = usePan(scroller);
  const isSideways = quarterTurns % 2 === 1;
  const scale = natural && stage ? zoom * fitScale(isSideways ? turned(natural) : natural, stage) : 0;
  const picture = { width: (natural?.width ?? 0) * scale, height: (natural?.height ?? 0) * scale };
  const box = isSideways ? turned(picture) : picture;
  useKeptCenter(scroller, box);

  const measure = useCallback((element: HTMLDivElement) => {
    scroller.current = element;
    // Measures the size including scroll bars. Otherwise, a scroll bar would shrink the measured stage and, with it,
    // the picture, and the smaller picture could make the scroll bar disappear again.
    const observer = new ResizeObserver(() =>
      setStage({ width: element.offsetWidth, height: element.offsetHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
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
      ref={measure}
      // The enlarged picture scrolls, so it must be focusable.
      tabIndex={zoom > 1 ? 0 : undefined}
      role="group"
      aria-label={zoom > 1 ? `${name}, scrollable` : name}
      {...pan}
      className={cn(
        'h-[55dvh] bg-sunken lg:h-auto lg:min-w-0 lg:flex-1',
        zoom > 1
          ? 'cursor-grab overflow-auto focus-visible:-outline-offset-2 active:cursor-grabbing'
          : 'overflow-hidden',
      )}
    >
      <div className="flex min-h-full min-w-full" style={{ width: box.width, height: box.height }}>
        <div className="relative m-auto shrink-0" style={box}>
          <img
            ref={show}
            alt={`Uploaded picture: ${name}`}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
            className="absolute top-1/2 left-1/2 max-w-none"
            style={{ ...picture, transform: `translate(-50%, -50%) rotate(${quarterTurns * 90}deg)` }}
          />
        </div>
      </div>
    </div>
  );
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width });

function fitScale(picture: Size, stage: Size): number {
  return Math.min(MAX_FIT_SCALE, stage.width / picture.width, stage.height / picture.height);
}

/** Keeps the middle of the stage in place when the picture changes size. */
function useKeptCenter(scroller: { current: HTMLDivElement | null }, box: Size): void {
  const previous = useRef(box);
  const { width, height } = box;
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = previous.current;
    previous.current = { width, height };
    if (!element || before.width === 0) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    const widthBefore = Math.max(before.width, clientWidth);
    const heightBefore = Math.max(before.height, clientHeight);
    element.scrollTo(
      ((scrollLeft + clientWidth / 2) / widthBefore) * width - clientWidth / 2,
      ((scrollTop + clientHeight / 2) / heightBefore) * height - clientHeight / 2,
    );
  }, [scroller, width, height]);
}
