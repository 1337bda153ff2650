(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(trait_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name body: (_)) @function
(const_declaration (const_element . (name) @name)) @constant
(expression_statement (function_call_expression function: (name) @_call
  arguments: (arguments . (argument (string (string_content) @name))))
  (#has? @_call "define")) @constant
(comment) @above
