// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFiatToken} from "../interfaces/IFiatToken.sol";

/// @title Balances, allowances and roles of the local tokens
/// @notice The part of the local USDC and EURC that needs no signature, with one account in all the roles.
/// @dev Keeps the blacklist flag in the top bit of the balance and reads storage once per check, as the public token
/// does. Revert texts are the public token's.
abstract contract LocalFiatLedger is IFiatToken {
    /// @dev Top bit of a balance slot: the account is blacklisted.
    uint256 private constant BLACKLISTED = 1 << 255;

    /// @notice The account that mints without limit, names minters, blacklists and pauses.
    address public owner;
    /// @inheritdoc IFiatToken
    bool public paused;
    /// @inheritdoc IFiatToken
    string public name;
    /// @inheritdoc IFiatToken
    string public symbol;
    /// @inheritdoc IFiatToken
    uint8 public decimals;
    /// @inheritdoc IFiatToken
    uint256 public totalSupply;
    /// @inheritdoc IFiatToken
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    /// @notice What a minter may still mint, smallest unit.
    mapping(address minter => uint256) public minterAllowance;
    mapping(address account => uint256) private _balanceAndBlacklistStates;

    event Mint(address indexed minter, address indexed to, uint256 amount);
    event MinterConfigured(address indexed minter, uint256 minterAllowedAmount);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    modifier notBlacklisted(address account) {
        require(!_isBlacklisted(account), "Blacklistable: account is blacklisted");
        _;
    }

    /// @notice Names the token and its owner. Once.
    /// @param tokenName Name, also in the EIP-712 domain
    /// @param tokenSymbol Ticker
    /// @param tokenDecimals Digits after the decimal point
    /// @param tokenOwner Account in all the roles
    function initialize(string calldata tokenName, string calldata tokenSymbol, uint8 tokenDecimals, address tokenOwner)
        external
    {
        require(owner == address(0), "FiatToken: contract is already initialized");
        require(tokenOwner != address(0), "FiatToken: new owner is the zero address");
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
        owner = tokenOwner;
        _balanceAndBlacklistStates[address(this)] = BLACKLISTED;
    }

    /// @notice Creates tokens; the owner without limit, a minter within its allowance.
    /// @param to Account that receives them
    /// @param amount Smallest unit
    function mint(address to, uint256 amount)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(to)
        returns (bool)
    {
        require(to != address(0), "FiatToken: mint to the zero address");
        require(amount > 0, "FiatToken: mint amount not greater than 0");
        if (msg.sender != owner) {
            uint256 left = minterAllowance[msg.sender];
            require(left > 0, "FiatToken: caller is not a minter");
            require(amount <= left, "FiatToken: mint amount exceeds minterAllowance");
            minterAllowance[msg.sender] = left - amount;
        }
        totalSupply += amount;
        _setBalance(to, _balanceOf(to) + amount);
        emit Mint(msg.sender, to, amount);
        emit Transfer(address(0), to, amount);
        return true;
    }

    /// @notice Sets what a minter may still mint; zero removes the minter. Owner only.
    /// @param minter The account
    /// @param amount Smallest unit
    function configureMinter(address minter, uint256 amount) external onlyOwner returns (bool) {
        minterAllowance[minter] = amount;
        emit MinterConfigured(minter, amount);
        return true;
    }

    /// @notice Stops an account from sending and receiving. Owner only.
    function blacklist(address account) external onlyOwner {
        _balanceAndBlacklistStates[account] |= BLACKLISTED;
        emit Blacklisted(account);
    }

    /// @notice Lets an account send and receive again. Owner only.
    function unBlacklist(address account) external onlyOwner {
        _balanceAndBlacklistStates[account] = _balanceOf(account);
        emit UnBlacklisted(account);
    }

    /// @notice Stops everything but reading. Owner only.
    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    /// @notice Ends a pause. Owner only.
    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    /// @notice Renames the token, which changes its EIP-712 domain as on the public token. Owner only.
    /// @param tokenName The new name
    function rename(string calldata tokenName) external onlyOwner {
        name = tokenName;
    }

    /// @inheritdoc IFiatToken
    function transfer(address to, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(to)
        returns (bool)
    {
        _transfer(msg.sender, to, value);
        return true;
    }

    /// @inheritdoc IFiatToken
    function transferFrom(address from, address to, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        notBlacklisted(from)
        notBlacklisted(to)
        returns (bool)
    {
        require(value <= allowance[from][msg.sender], "ERC20: transfer amount exceeds allowance");
        _transfer(from, to, value);
        allowance[from][msg.sender] -= value;
        return true;
    }

    /// @inheritdoc IFiatToken
    function approve(address spender, uint256 value) external whenNotPaused returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    /// @inheritdoc IFiatToken
    function balanceOf(address account) external view returns (uint256) {
        return _balanceOf(account);
    }

    /// @inheritdoc IFiatToken
    function isBlacklisted(address account) external view returns (bool) {
        return _isBlacklisted(account);
    }

    function _approve(address holder, address spender, uint256 value) internal {
        require(holder != address(0), "ERC20: approve from the zero address");
        require(spender != address(0), "ERC20: approve to the zero address");
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    function _transfer(address from, address to, uint256 value) internal {
        require(from != address(0), "ERC20: transfer from the zero address");
        require(to != address(0), "ERC20: transfer to the zero address");
        require(value <= _balanceOf(from), "ERC20: transfer amount exceeds balance");
        _setBalance(from, _balanceOf(from) - value);
        _setBalance(to, _balanceOf(to) + value);
        emit Transfer(from, to, value);
    }

    function _setBalance(address account, uint256 balance) internal {
        require(balance < BLACKLISTED, "FiatTokenV2_2: Balance exceeds (2^255 - 1)");
        require(!_isBlacklisted(account), "FiatTokenV2_2: Account is blacklisted");
        _balanceAndBlacklistStates[account] = balance;
    }

    function _balanceOf(address account) internal view returns (uint256) {
        return _balanceAndBlacklistStates[account] & (BLACKLISTED - 1);
    }

    function _isBlacklisted(address account) internal view returns (bool) {
        return _balanceAndBlacklistStates[account] & BLACKLISTED != 0;
    }
}
