(class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(annotation_type_declaration name: (_) @name) @class
(method_declaration name: (_) @name body: (_)) @function
(constructor_declaration name: (_) @name) @function
(compact_constructor_declaration name: (_) @name) @function
(field_declaration (modifiers) @_how declarator: (variable_declarator name: (_) @upper)
  (#has? @_how "static") (#has? @_how "final")) @constant
(constant_declaration declarator: (variable_declarator name: (_) @upper)) @constant
(line_comment) @above
(block_comment) @above
