(class_definition name: (_) @name) @class
(function_definition name: (_) @name) @function
(decorated_definition) @outer
(type_alias_statement left: (_) @name) @class
(comment) @above

(module (expression_statement (assignment left: (identifier) @upper)) @constant)
(module (expression_statement (assignment left: (pattern_list (identifier) @upper))) @constant)
(module (expression_statement (assignment left: (identifier) @name type: (type) @_type)) @constant
  (#has? @_type "Final"))
(module (if_statement (block (expression_statement (assignment left: (identifier) @upper)) @constant)))
(module (if_statement (else_clause (block (expression_statement (assignment left: (identifier) @upper)) @constant))))
(module (try_statement (block (expression_statement (assignment left: (identifier) @upper)) @constant)))
(module (try_statement (except_clause (block (expression_statement (assignment left: (identifier) @upper)) @constant))))

; A text under a constant is its docstring.
(module (expression_statement (assignment)) . (expression_statement (string)) @below)
