export const Counter = ({ start = 0 }) => {
  const [count, setCount] = useState(start);
  return (
    <button
      className="px-4 py-2 rounded-lg border border-gray-200 dark:border-white/10 font-medium"
      onClick={() => setCount(count + 1)}
    >
      Clicked {count} times
    </button>
  );
};
