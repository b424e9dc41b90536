import { storedImage } from '@/lib/images';
import { nameIn } from '../core/labels';
import { FIELDS, isPrivate, type ReportRow, targetText } from './reports';
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
      {text === '' || subject || isSaid(report, text) ? null : (
        <blockquote className={classes.words}>{text}</blockquote>
      )}
      <Reported report={report} />
    </div>
  );
}

/** Whether the text of the thing is among those that were kept with the report. */
const isSaid = ({ reported }: ReportRow, text: string) =>
  reported?.texts?.some((one) => one.text === text) ?? false;

/** The reported texts as they were then, and as they are now where they have changed. */
function Reported({ report }: { report: ReportRow }) {
  const { reported, what, subject } = report;
  if (!reported || subject) return null;
  const { texts, now, seen, person } = reported;
  const words = texts?.filter(({ field }) => what !== 'profile' || field !== 'name' || now) ?? [];
  return (
    <>
      {isPrivate(report) && person ? <p>Sobre {person.name}</p> : null}
      <Texts label={now ? 'Quando foi denunciado' : null} texts={words} />
      {now ? (
        <Texts label="Agora" texts={now.length > 0 ? now : [{ field: 'text', text: 'Apagado.' }]} />
      ) : null}
      {seen ? (
        <Texts
          label="No aparelho de quem denunciou, sem conferência"
          texts={[{ field: what === 'lesson' ? 'place' : 'text', text: seen }]}
        />
      ) : null}
    </>
  );
}

function Texts({
  label,
  texts,
}: {
  label: string | null;
  texts: readonly { field: string; text: string }[];
}) {
  if (texts.length === 0) return null;
  return (
    <div className={classes.said}>
      {label ? <p>{label}</p> : null}
      {texts.map(({ field, text }) => (
        <blockquote key={field} className={classes.words}>
          {texts.length > 1 || label ? `${nameIn(FIELDS, field)}: ${text}` : text}
        </blockquote>
      ))}
    </div>
  );
}
