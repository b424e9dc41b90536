import { copyTeachers } from './copy-teachers';

addEventListener('message', () => {
  void copyTeachers().then((times) => postMessage(times));
});
