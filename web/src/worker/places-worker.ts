import { answerWords } from '../local/places/answer-words';
import type { WordsRequest } from '../local/places/requests';

/** Finds the words for places off the main thread, because reading the gazetteer takes a while. */
self.addEventListener('message', ({ data }: MessageEvent<WordsRequest>) => {
  void answerWords(data).then((reply) => self.postMessage(reply));
});
