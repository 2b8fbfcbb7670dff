import { answerRequest } from '../local/places/answer-words';
import type { PlacesRequest } from '../local/places/requests';

/** Finds the words for places off the main thread, because reading the gazetteer takes a while. */
self.addEventListener('message', ({ data }: MessageEvent<PlacesRequest>) => {
  void answerRequest(data).then((reply) => self.postMessage(reply));
});
