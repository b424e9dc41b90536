import { useState } from 'react';
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { storedImage } from '@/lib/images';
import { TextField } from '@/ui/fields';
import { KeptNote, NoAnswer } from '../core/answer-state';
import classes from '../core/core.module.css';
import { Folded } from '../core/folded';
import { Question } from '../core/question';
import { texts } from '../core/schema';
import { call } from '../core/server';
import { useAnswer } from '../core/use-answer';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import media from './teacher-media.module.css';

const gallery = z.object({ photos: texts, videos: texts }).nullable();

interface TeacherMediaProps {
  teacherId: string;
  name: string;
}

/** The photos and videos of 'Veja como danço', each with the way to take it off. Videos open at their service. */
export function TeacherMedia({ teacherId, name }: TeacherMediaProps) {
  const query = useAnswer({
    key: `admin_gallery ${teacherId}`,
    ask: (signal) => call('admin_gallery', { teacher_id: teacherId }, (value) => value, signal),
    read: (value) => ({ media: gallery.parse(value) }),
  });
  const writing = useWriting();
  const [asked, setAsked] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const found = query.value?.media;

  async function remove(item: string) {
    const removal = { teacher_id: teacherId, item, reason: reason.trim() || null };
    const outcome = await writing.run(
      () => call('admin_remove_media', { command_id: freshId(), removal }, (value) => value),
      { title: 'Item removido da página' },
    );
    if (!outcome) return;
    setAsked(null);
    setReason('');
    query.reload();
  }

  const amount = found ? found.photos.length + found.videos.length : 0;

  const button = (item: string, label: string) => (
    <WriteButton writing={writing} variant="outline" aria-label={label} onClick={() => setAsked(item)}>
      Remover
    </WriteButton>
  );

  return (
    <Folded
      title="Veja como danço"
      note={amount === 0 ? null : <span className={classes.muted}>{amount}</span>}
    >
      {query.value === null ? <NoAnswer query={query} /> : <KeptNote query={query} />}
      {found && amount === 0 ? <p className={classes.muted}>Sem fotos nem vídeos.</p> : null}
      <ul className={media.photos}>
        {found?.photos.map((photo, place) => (
          <li key={photo}>
            <img
              src={storedImage(photo, { width: 192, height: 192 })}
              width={192}
              height={192}
              alt={`Foto ${place + 1} de ${name}`}
              loading="lazy"
              crossOrigin="anonymous"
            />
            {button(photo, `Remover foto ${place + 1}`)}
          </li>
        ))}
      </ul>
      <ul className={classes.lines}>
        {found?.videos.map((video, place) => (
          <li key={video}>
            <a href={video} target="_blank" rel="noopener noreferrer">
              {video}
            </a>
            {button(video, `Remover vídeo ${place + 1}`)}
          </li>
        ))}
      </ul>
      {asked !== null ? (
        <Question
          title={`Remover da página de ${name}?`}
          action="Remover"
          writing={writing}
          onConfirm={() => void remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p>O item sai da página pública, e {name} recebe um aviso.</p>
          <TextField
            label="Motivo, para quem publicou (opcional)"
            maxLength={500}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </Question>
      ) : null}
    </Folded>
  );
}
