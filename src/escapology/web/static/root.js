// Where the app stands: "" at the root of its host, else the path that all its addresses begin with.
export const root = document.documentElement.dataset.root;
