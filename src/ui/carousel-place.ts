import type { EmblaCarouselType } from 'embla-carousel';

/**
 * Keeps a carousel's position when Embla measures again. Embla itself returns to the start of the first visible slide
 * and drops a running drag: slides that arrive late would make the carousel jump.
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

/** For Embla's `watchSlides`: measures at once, or as soon as the carousel no longer moves. */
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
