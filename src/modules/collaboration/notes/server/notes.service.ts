export { writeNote } from './notes.actions';
