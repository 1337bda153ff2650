; What C and C++ share.
(function_definition declarator: (_) @name) @function
(preproc_function_def name: (_) @name) @function
(struct_specifier name: (_) @name body: (_)) @class
(union_specifier name: (_) @name body: (_)) @class
(enum_specifier name: (_) @name body: (_)) @class
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))] declarator: (_) @name) @class
(preproc_def name: (_) @name value: (_)) @constant
(declaration (type_qualifier) @_how declarator: (init_declarator declarator: (_) @name)
  (#has? @_how "const" "constexpr" "constinit")) @constant
(comment) @above
