import { useMemo, useState } from 'react';
import { Carousel } from '@/ui/carousel';
import { VisuallyHidden } from '@/ui/visually-hidden';
import type { CornerOf, ExtraSlide, TeacherCard } from '../schema';
import { FeaturedCard } from './featured-card';
import classes from './featured-carousel.module.css';

interface FeaturedCarouselProps {
  teachers: TeacherCard[];
  /** Slides after the teachers. */
  after?: readonly ExtraSlide[];
  corner?: CornerOf | null;
}

const NOTHING_AFTER: readonly ExtraSlide[] = [];

export function FeaturedCarousel({ teachers, after = NOTHING_AFTER, corner = null }: FeaturedCarouselProps) {
  const [slide, setSlide] = useState<number | null>(null);
  const slides = useMemo(
    () => [
      ...teachers.map((teacher) => ({
        key: teacher.id,
        content: (
          <>
            <FeaturedCard teacher={teacher} />
            {corner ? <span className={classes.corner}>{corner(teacher)}</span> : null}
          </>
        ),
      })),
      ...after.map(({ key, card }) => ({ key, content: card })),
    ],
    [teachers, after, corner],
  );
  return (
    <>
      <VisuallyHidden>
        <span aria-live="polite">{slide === null ? null : nameOfSlide(slide, teachers.length, after)}</span>
      </VisuallyHidden>
      <Carousel
        label="Professores em destaque"
        previous="Professores anteriores"
        next="Próximos professores"
        slides={slides}
        onSlide={setSlide}
      />
    </>
  );
}

function nameOfSlide(slide: number, teachers: number, after: readonly ExtraSlide[]): string | undefined {
  return slide < teachers ? `Professor ${slide + 1} de ${teachers}` : after[slide - teachers]?.name;
}
