import { useEffect, useState } from 'react';
import { SearchField } from '@/ui/search-field';
import classes from '../core/core.module.css';
import { failureText } from '../core/texts';
import type { Writing } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { TEACHERS, type TeacherRow } from '../people/teachers';

/** Debounce in milliseconds between typing and the request. */
const PAUSE = 300;
const SHOWN = 6;

interface TeacherChoiceProps {
  writing: Writing;
  onChoose(teacher: TeacherRow): void;
}

/** Finds a publicly listed teacher by name. */
export function TeacherChoice({ writing, onChoose }: TeacherChoiceProps) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<TeacherRow[] | null>(null);
  const [problem, setProblem] = useState('');
  const wanted = text.trim();

  useEffect(() => {
    setFound(null);
    setProblem('');
    if (wanted.length < 2) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const request = { q: wanted, filters: { state: 'active' }, sort: 'name', after: null, size: SHOWN };
      void TEACHERS.ask(request, controller.signal).then((answer) => {
        if (controller.signal.aborted) return;
        if (answer.kind === 'ok') setFound(TEACHERS.read(answer.value).rows);
        else setProblem(failureText(answer));
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);

  return (
    <>
      <SearchField
        label="Buscar professor"
        name="q"
        placeholder="Nome de quem está no ar"
        value={text}
        maxLength={80}
        onChange={setText}
      />
      <p role="status" className={classes.muted}>
        {found?.length === 0 ? 'Ninguém no ar com este nome.' : problem}
      </p>
      {found && found.length > 0 ? (
        <ul className={classes.lines}>
          {found.map((teacher) => (
            <li key={teacher.id}>
              <strong>{teacher.name}</strong>
              <span className={classes.muted}>
                {teacher.city_name} · {teacher.style_names.join(', ')}
              </span>
              <div>
                <WriteButton
                  writing={writing}
                  variant="outline"
                  label={`Escolher ${teacher.name}`}
                  onClick={() => {
                    setText('');
                    onChoose(teacher);
                  }}
                >
                  Escolher
                </WriteButton>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
