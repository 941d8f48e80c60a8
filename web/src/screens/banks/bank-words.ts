/** Given, word for word. */
const failed = { failed: 'Error while saving bank details.', fixedWords: 'both' as const };

export const bankWords = {
  add: { done: 'Bank added successfully.', ...failed },
  update: { done: 'Bank updated successfully.', ...failed },
};
