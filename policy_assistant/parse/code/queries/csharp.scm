(class_declaration name: (_) @name) @class
(struct_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(delegate_declaration name: (_) @name) @class
(method_declaration name: (_) @name body: (_)) @function
(constructor_declaration name: (_) @name) @function
(destructor_declaration name: (_) @name) @function
(operator_declaration "operator" @name) @function
(conversion_operator_declaration "operator" @name) @function
(indexer_declaration "this" @name) @function
(local_function_statement name: (_) @name) @function
(property_declaration name: (_) @name value: (arrow_expression_clause)) @function
(property_declaration name: (_) @name accessors: (accessor_list (accessor_declaration body: (_)))) @function
(field_declaration (modifier) @_how (variable_declaration (variable_declarator name: (_) @name))
  (#has? @_how "const")) @constant
(field_declaration (modifier) @_static (modifier) @_readonly (variable_declaration (variable_declarator name: (_) @name))
  (#has? @_static "static") (#has? @_readonly "readonly")) @constant
(comment) @above
