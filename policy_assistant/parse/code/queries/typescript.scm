(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(type_alias_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(internal_module name: (_) @name) @scope
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @function
(ambient_declaration) @outer

; A constant that carries its type: { ... } as const, { ... } satisfies Rates.
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(as_expression [(array) (object)]) (satisfies_expression [(array) (object)])])) @constant)
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name
  value: [(as_expression [(array) (object)]) (satisfies_expression [(array) (object)])])) @constant))

; The overloads of a function stand above it.
(function_signature) @above
(export_statement (function_signature)) @above
(method_signature) @above
