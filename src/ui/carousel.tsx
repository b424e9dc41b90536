import { UnstyledButton } from '@mantine/core';
import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import { idle } from '@/lib/idle-moment';
import classes from './carousel.module.css';
import { keepPlace, measureAtRest } from './carousel-place';
import { ChevronLeftIcon, ChevronRightIcon } from './icons';
import { useReducedMotion } from './use-reduced-motion';

export interface Slide {
  key: string;
  content: ReactNode;
}

interface CarouselProps {
  label: string;
  previous: string;
  next: string;
  slides: readonly Slide[];
  /** Has to be stable. `index`: the slide that is now first, from 0. */
  onSlide(index: number): void;
}

/** Pixels that a press may wander and still be a click. */
const CLICK_PX = 10;

/**
 * Looped, start-aligned, dragged freely; one, two or three slides by width (specification 001 §9). Embla moves the
 * rendered slides without rendering them again. It starts at the first touch or in an idle moment, so that it does not
 * delay hydration.
 */
export function Carousel({ label, previous, next, slides, onSlide }: CarouselProps) {
  const still = useReducedMotion();
  const viewport = useRef<HTMLDivElement>(null);
  const embla = useRef<EmblaCarouselType | null>(null);

  const wake = useCallback(() => {
    if (!embla.current && viewport.current) {
      // The browser may have scrolled to a slide that was focused by keyboard meanwhile.
      viewport.current.scrollLeft = 0;
      const made = EmblaCarousel(viewport.current, {
        ...{ loop: true, align: 'start', dragFree: true, watchSlides: measureAtRest },
        ...(still && { duration: 0 }),
      });
      keepPlace(made);
      made.on('select', () => onSlide(made.selectedScrollSnap()));
      embla.current = made;
    }
    return embla.current;
  }, [onSlide, still]);

  useEffect(() => {
    let shown = true;
    void idle().then(() => shown && wake());
    return () => {
      shown = false;
      embla.current?.destroy();
      embla.current = null;
    };
  }, [wake]);

  // Embla swallows the click after a drag, but not where slides that came in made it measure anew at the drag's end.
  const pressed = useRef({ x: 0, y: 0 });
  const onPress = ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed.current = { x, y };
    wake();
  };
  const onClick = (event: MouseEvent) => {
    const { x, y } = pressed.current;
    if (event.detail === 0 || Math.hypot(event.clientX - x, event.clientY - y) < CLICK_PX) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, (carousel: EmblaCarouselType) => void> = {
      ArrowRight: (carousel) => carousel.scrollNext(),
      ArrowLeft: (carousel) => carousel.scrollPrev(),
      Home: (carousel) => carousel.scrollTo(0),
      End: (carousel) => carousel.scrollTo(slides.length - 1),
    };
    const move = moves[event.key];
    const carousel = move && wake();
    if (!carousel) return;
    event.preventDefault();
    move(carousel);
  };

  return (
    <section
      className={classes.root}
      aria-label={label}
      aria-roledescription="carrossel"
      onKeyDown={onKeyDown}
      onPointerDownCapture={onPress}
      onClickCapture={onClick}
    >
      <div className={classes.controls}>
        <UnstyledButton
          className={classes.control}
          aria-label={previous}
          onClick={() => wake()?.scrollPrev()}
        >
          <ChevronLeftIcon size={24} />
        </UnstyledButton>
        <UnstyledButton className={classes.control} aria-label={next} onClick={() => wake()?.scrollNext()}>
          <ChevronRightIcon size={24} />
        </UnstyledButton>
      </div>
      <div ref={viewport} className={classes.viewport} data-carousel>
        <div className={classes.slides}>
          {slides.map(({ key, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
            <div
              key={key}
              role="group"
              className={classes.slide}
              aria-roledescription="slide"
              aria-label={`${index + 1} de ${slides.length}`}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
