-- Runs the capabilities in Neovim: reads the steps from the file STEPS, writes the answers to the file RESULT.
-- Each step is what the editor shows (file, text), and what it asks (method, params) or waits for (message).
local steps = vim.fn.json_decode(table.concat(vim.fn.readfile(os.getenv('STEPS')), '\n'))

local function wait(condition)
  return (vim.wait(60000, condition, 2))
end

local function client_of(buffer)
  for _, client in pairs(vim.lsp.get_active_clients()) do
    if client.name == 'docsgen' and client.initialized and vim.lsp.buf_is_attached(buffer, client.id) then return client end
  end
end

local function show(file, text)
  vim.cmd('silent! edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  assert(wait(function() return client_of(buffer) ~= nil end), 'docsgen did not start for ' .. file)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n', { plain = true }))
  return buffer
end

local function diagnosed(buffer, message)
  return wait(function()
    for _, found in ipairs(vim.diagnostic.get(buffer)) do
      if string.find(found.message, message, 1, true) then return true end
    end
    return false
  end)
end

local function ask(buffer, step)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = step.position }
  for key, value in pairs(step.params or {}) do params[key] = value end
  local answer, problem = client_of(buffer).request_sync(step.method, params, 60000, buffer)
  if answer == nil then return { error = tostring(problem) } end
  if answer.err ~= nil then return { error = answer.err.message } end
  return answer.result
end

local answers = {}
for _, step in ipairs(steps) do
  local answer = { results = {}, durations = {} }
  for _, now in ipairs(step) do
    vim.wait(now.pause)
    if now.prepare then
      diagnosed(show(now.file, now.text), now.message)
    end
    local started = vim.loop.hrtime()
    local buffer = show(now.file, now.text)
    local result
    if now.method == nil then result = diagnosed(buffer, now.message) else result = ask(buffer, now) end
    table.insert(answer.durations, (vim.loop.hrtime() - started) / 1000000)
    table.insert(answer.results, result == nil and vim.NIL or result)
  end
  table.insert(answers, answer)
end

vim.fn.writefile({ vim.fn.json_encode(answers) }, os.getenv('RESULT'))
vim.cmd('qall!')
