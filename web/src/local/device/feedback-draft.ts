/** Where the text of an unfinished message is in `localStorage`. */
export function feedbackDraftKey(userId: string): string {
  return `veld-feedback-${userId}`;
}

export function hasFeedbackDraft(userId: string): boolean {
  try {
    return localStorage.getItem(feedbackDraftKey(userId)) !== null;
  } catch {
    return false;
  }
}
