import '@mantine/carousel/styles.css';
import { Carousel } from '@mantine/carousel';
import { useState } from 'react';
import { ChevronLeftIcon } from '@/ui/icons/chevron-left-icon';
import { ChevronRightIcon } from '@/ui/icons/chevron-right-icon';
import { useReducedMotion } from '@/ui/use-reduced-motion';
import { VisuallyHidden } from '@/ui/visually-hidden';
import type { CornerOf, ExtraSlide, TeacherCard } from '../schema';
import { FeaturedCard } from './featured-card';
import classes from './featured-carousel.module.css';

interface FeaturedCarouselProps {
  teachers: TeacherCard[];
  /** The slides after the teachers. */
  after?: readonly ExtraSlide[];
  corner?: CornerOf | null;
}

/** Looped, start-aligned, dragged freely; one, two or three slides by width (specification 001 §9). */
export function FeaturedCarousel({ teachers, after = [], corner = null }: FeaturedCarouselProps) {
  const still = useReducedMotion();
  const [slide, setSlide] = useState<number | null>(null);
  const count = teachers.length + after.length;
  return (
    <>
      {/* Mantine's own announcement is English and hidden by the style sheet. */}
      <VisuallyHidden>
        <span aria-live="polite">{slide === null ? null : nameOfSlide(slide, teachers.length, after)}</span>
      </VisuallyHidden>
      <Carousel
        classNames={{
          root: classes.root ?? '',
          viewport: classes.viewport ?? '',
          controls: classes.controls ?? '',
          control: classes.control ?? '',
        }}
        aria-label="Professores em destaque"
        aria-roledescription="carrossel"
        slideSize={{ base: '100%', sm: '50%', lg: '33.333333%' }}
        slideGap="0.75rem"
        controlSize={48}
        onSlideChange={setSlide}
        emblaOptions={{ loop: true, align: 'start', dragFree: true, ...(still ? { duration: 0 } : {}) }}
        previousControlIcon={<ChevronLeftIcon size={24} />}
        nextControlIcon={<ChevronRightIcon size={24} />}
        previousControlProps={{ 'aria-label': 'Professores anteriores' }}
        nextControlProps={{ 'aria-label': 'Próximos professores' }}
      >
        {teachers.map((teacher, index) => (
          <Carousel.Slide
            key={teacher.id}
            aria-roledescription="slide"
            aria-label={`${index + 1} de ${count}`}
          >
            <FeaturedCard teacher={teacher} />
            {corner ? <span className={classes.corner}>{corner(teacher)}</span> : null}
          </Carousel.Slide>
        ))}
        {after.map(({ key, card }, index) => (
          <Carousel.Slide
            key={key}
            aria-roledescription="slide"
            aria-label={`${teachers.length + index + 1} de ${count}`}
          >
            {card}
          </Carousel.Slide>
        ))}
      </Carousel>
    </>
  );
}

function nameOfSlide(slide: number, teachers: number, after: readonly ExtraSlide[]): string | undefined {
  return slide < teachers ? `Professor ${slide + 1} de ${teachers}` : after[slide - teachers]?.name;
}
