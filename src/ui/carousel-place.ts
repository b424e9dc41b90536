import type { EmblaCarouselType } from 'embla-carousel';

/**
 * Keeps a carousel where it was left when Embla measures anew. By itself it goes back to the start of the first slide in
 * sight, and forgets the finger that is dragging: slides that come in late would jolt whoever is looking.
 */
export function keepPlace(carousel: EmblaCarouselType): void {
  let slidesPassed = 0;
  const remember = () => {
    const { target } = carousel.internalEngine();
    slidesPassed = target.get() / slideSize(carousel);
  };
  const returnToPlace = () => {
    const engine = carousel.internalEngine();
    const wanted = slidesPassed * slideSize(carousel);
    const place = engine.options.loop ? engine.limit.removeOffset(wanted) : engine.limit.constrain(wanted);
    for (const position of [engine.location, engine.previousLocation, engine.offsetLocation, engine.target]) {
      position.set(place);
    }
    engine.translate.to(place);
    if (engine.options.loop) engine.slideLooper.loop();
  };
  carousel.on('scroll', remember).on('settle', remember).on('select', remember).on('reInit', returnToPlace);
}

/** Embla's `watchSlides`: measures at once, or when neither a finger nor a throw moves the carousel any more. */
export function measureAtRest(carousel: EmblaCarouselType): boolean {
  if (rests(carousel)) return true;
  const measure = () => {
    if (!rests(carousel)) return;
    carousel.off('pointerUp', measure).off('settle', measure);
    carousel.reInit();
  };
  carousel.on('pointerUp', measure).on('settle', measure);
  return false;
}

function rests(carousel: EmblaCarouselType): boolean {
  const { dragHandler, scrollBody } = carousel.internalEngine();
  return scrollBody.settled() && !dragHandler.pointerDown();
}

function slideSize(carousel: EmblaCarouselType): number {
  return carousel.internalEngine().slideRects[0]?.width || 1;
}
