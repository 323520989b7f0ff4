// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title The part of Circle's FiatToken (version 2.2) that Stipend uses
/// @notice ERC-20 with EIP-2612 permits and EIP-3009 authorizations, each as {v,r,s} and as bytes (ERC-1271).
/// @dev Amounts are in the token's smallest unit (6 decimals for USDC and EURC). Time windows are strict: an
/// authorization is valid while `validAfter < block.timestamp < validBefore`.
interface IFiatToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    /// @notice The token's name; also the name in its EIP-712 domain.
    function name() external view returns (string memory);
    /// @notice The token's ticker.
    function symbol() external view returns (string memory);
    /// @notice Digits after the decimal point of one whole unit.
    function decimals() external view returns (uint8);
    /// @notice The version in the token's EIP-712 domain.
    function version() external pure returns (string memory);
    /// @notice The token's EIP-712 domain separator on this chain.
    function DOMAIN_SEPARATOR() external view returns (bytes32);
    /// @notice Tokens in existence, smallest unit.
    function totalSupply() external view returns (uint256);
    /// @notice An account's balance, smallest unit.
    function balanceOf(address account) external view returns (uint256);
    /// @notice What `spender` may still move for `owner`, smallest unit. Every transfer lowers it, the maximum too.
    function allowance(address owner, address spender) external view returns (uint256);
    /// @notice The next EIP-2612 nonce of an account.
    function nonces(address owner) external view returns (uint256);
    /// @notice Whether an EIP-3009 nonce was used or cancelled.
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);
    /// @notice Whether an account can neither send nor receive.
    function isBlacklisted(address account) external view returns (bool);
    /// @notice Whether the token is stopped.
    function paused() external view returns (bool);

    /// @notice Moves the caller's tokens.
    function transfer(address to, uint256 value) external returns (bool);
    /// @notice Moves another account's tokens within the caller's allowance.
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    /// @notice Sets what `spender` may move for the caller.
    function approve(address spender, uint256 value) external returns (bool);

    /// @notice Sets an allowance by the owner's signature (EIP-2612). Replaces the previous allowance.
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
    /// @notice The same with a bytes signature (ERC-7597).
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature) external;
    /// @notice Moves tokens by the sender's signature, whoever submits it (EIP-3009).
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
    /// @notice The same with a bytes signature.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
    /// @notice Moves tokens to the caller by the sender's signature; nobody but the payee can submit it (EIP-3009).
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
    /// @notice The same with a bytes signature.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
    /// @notice Makes an unused EIP-3009 nonce unusable, by its owner's signature.
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external;
    /// @notice The same with a bytes signature.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external;
}
