; What JavaScript and TypeScript share.
(class_declaration name: (_) @name) @class
(export_statement value: (class !name)) @class
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(export_statement value: [(arrow_function) (function_expression !name)]) @function
(export_statement value: (function_expression name: (_) @name)) @function
(method_definition name: (_) @name) @function
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function

(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @class

; A function that another one wraps, such as memo(() => ...), at the top of the file.
(program (lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)])))) @function)
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)])))) @function))

(expression_statement (assignment_expression left: (member_expression) @name
  right: [(arrow_function) (function_expression) (generator_function)])) @function
(expression_statement (assignment_expression left: (member_expression) @name right: (class))) @class

(program (lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(number) (string) (template_string) (true) (false) (array) (object) (regex) (unary_expression) (binary_expression)])) @constant)
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(number) (string) (template_string) (true) (false) (array) (object) (regex) (unary_expression) (binary_expression)])) @constant))
(program (lexical_declaration "const" (variable_declarator name: (identifier) @upper)) @constant)
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @upper)) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @upper)) @constant)

(export_statement declaration: (_)) @outer
(comment) @above
(decorator) @above
