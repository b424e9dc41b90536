import { storedImage } from '@/lib/images';
import { type ReportRow, targetText } from './reports';
import classes from './reports.module.css';

const BOX = { width: 96, height: 96 };

/** The reported thing, as the team decides about it: a photo or video, a profile's picture and text, a post, a comment. */
export function ReportedThing({ report }: { report: ReportRow }) {
  const { what, subject, target } = report;
  const text = targetText(report);
  const picture = subject?.startsWith('/')
    ? subject
    : what === 'profile'
      ? (target?.image_url ?? null)
      : null;
  return (
    <div className={classes.thing}>
      {picture ? (
        <img
          src={storedImage(picture, BOX)}
          {...BOX}
          alt={subject ? 'Foto denunciada' : 'Foto do perfil'}
          loading="lazy"
          crossOrigin="anonymous"
        />
      ) : null}
      {subject && !subject.startsWith('/') ? (
        <a href={subject} target="_blank" rel="noopener noreferrer">
          {subject}
        </a>
      ) : null}
      {text === '' || subject ? null : <blockquote className={classes.words}>{text}</blockquote>}
    </div>
  );
}
