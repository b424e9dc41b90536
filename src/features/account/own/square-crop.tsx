import { Button } from '@mantine/core';
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type Area, hasTooManyPixels, type Size } from '@/lib/picture';
import { areaOf, type Crop, keptInside, MOST_ZOOM, moved, startCrop, zoomed } from '@/lib/square-crop';
import { Modal } from '@/ui/modal';
import classes from './square-crop.module.css';

interface SquareCropProps {
  file: Blob;
  onCut(area: Area): void;
  /** It is no picture that this browser can show, or one with too many pixels to be shown. */
  onFailed(reason: 'unreadable' | 'too-large'): void;
  onClose(): void;
}

/** One press of an arrow, in parts of the square's edge. */
const STEP = 0.05;
const KEYS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** Chooses the square of a photo: one finger moves it, two pinch; arrows and + and − do the same. */
export function SquareCrop({ file, onCut, onFailed, onClose }: SquareCropProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0, y: 0 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const hint = useId();

  const refuse = useEffectEvent(() => onFailed('too-large'));
  useEffect(() => {
    let made: string | null = null;
    let isLeft = false;
    const show = (isTooLarge: boolean) => {
      if (isLeft) return;
      if (isTooLarge) return refuse();
      made = URL.createObjectURL(file);
      setAddress(made);
    };
    // A file that cannot be read fails as the picture that it is not.
    hasTooManyPixels(file).then(show, () => show(false));
    return () => {
      isLeft = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file]);

  function loaded({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) {
    const found = { width: naturalWidth, height: naturalHeight };
    setSize(found);
    setCrop(startCrop(found));
  }

  function hold(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before || !size) return;
    const box = event.currentTarget.getBoundingClientRect();
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    // Each of two fingers moves the middle between them by half.
    const share = other ? 2 : 1;
    const right = (now.x - before.x) / share / box.width;
    const down = (now.y - before.y) / share / box.height;
    setCrop((last) => {
      const next = moved(size, last, right, down);
      if (!other) return next;
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(apart, 1);
      return zoomed(size, next, factor, {
        right: ((now.x + other.x) / 2 - box.left) / box.width - 0.5,
        down: ((now.y + other.y) / 2 - box.top) / box.height - 0.5,
      });
    });
  }

  const release = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  function press(event: KeyboardEvent) {
    if (!size) return;
    const step = KEYS[event.key];
    const factor = event.key === '+' || event.key === '=' ? 1.1 : event.key === '-' ? 1 / 1.1 : null;
    if (step) setCrop((last) => moved(size, last, ...step));
    else if (factor) setCrop((last) => zoomed(size, last, factor));
    else return;
    event.preventDefault();
  }

  const area = size && areaOf(size, crop);
  return (
    <Modal
      title="Escolha o quadrado da foto"
      onClose={onClose}
      actions={
        <>
          <Button disabled={area === null} onClick={() => area && onCut(area)}>
            Usar esta foto
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a picture that is moved with the arrows. */}
      <div
        role="group"
        aria-label="Parte da foto"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move what is in it.
        tabIndex={0}
        className={classes.square}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={press}
        onWheel={(event) => {
          if (size) setCrop((last) => zoomed(size, last, event.deltaY < 0 ? 1.1 : 1 / 1.1));
        }}
      >
        {address ? (
          <img
            src={address}
            alt=""
            draggable={false}
            onLoad={loaded}
            onError={() => onFailed('unreadable')}
            style={
              size && area
                ? {
                    width: `${(size.width / area.edge) * 100}%`,
                    height: `${(size.height / area.edge) * 100}%`,
                    left: `${(-area.left / area.edge) * 100}%`,
                    top: `${(-area.top / area.edge) * 100}%`,
                  }
                : undefined
            }
          />
        ) : null}
      </div>
      <label className={classes.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={({ currentTarget: { value } }) => {
            if (size) setCrop((last) => keptInside(size, { ...last, zoom: Number(value) }));
          }}
        />
      </label>
      <p id={hint} className={classes.hint}>
        Arraste para mover, afaste dois dedos para aproximar. No teclado: setas, + e −.
      </p>
    </Modal>
  );
}
